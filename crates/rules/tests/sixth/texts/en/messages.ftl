name = Heap
summary = Take one to three stones; whoever cannot take loses.
side-first = Ann
side-second = Bob
piece-stone = stone
takes = { $side ->
        [first] Ann
       *[second] Bob
    } takes { $stones } of { $left }.
shape = a heap is stones, gaps, and a or b
