/**
 * Reads the Markdown of our rules pages: headings, paragraphs, lists, tables, code blocks, and
 * within lines code, emphasis and links. The result is data, so no HTML is ever made from text.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; parts: Inline[] }
  | { kind: 'em'; parts: Inline[] }
  | { kind: 'link'; to: string; parts: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; parts: Inline[] }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*?)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Reads what stands within a line. */
export function inline(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (!found) return text === '' ? [] : [{ kind: 'text', text }];
  const [whole, code, strong, em, label, to] = found;
  const before = inline(text.slice(0, found.index));
  const after = inline(text.slice(found.index + whole.length));
  return [...before, piece(code, strong, em, label, to), ...after];
}

function piece(code?: string, strong?: string, em?: string, label?: string, to?: string): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', parts: inline(strong) };
  if (em !== undefined) return { kind: 'em', parts: inline(em) };
  return { kind: 'link', to: to ?? '', parts: inline(label ?? '') };
}

const ITEM = /^(\s*)(?:[-*]|\d+\.)\s+(.*)$/;

/** Reads a page. */
export function markdown(page: string): Block[] {
  const lines = page.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines as long as they fit. */
  const take = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && fits(line); line = lines[++at])
      taken.push(line);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      at++;
    } else if (heading) {
      at++;
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        parts: inline(heading[2] ?? ''),
      });
    } else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((next) => !next.startsWith('```')).join('\n') });
      at++;
    } else if (line.startsWith('    ')) {
      const code = take((next) => next.startsWith('    ') || next.trim() === '');
      blocks.push({
        kind: 'code',
        text: code
          .map((row) => row.slice(4))
          .join('\n')
          .trimEnd(),
      });
    } else if (line.startsWith('|')) {
      blocks.push(table(take((next) => next.startsWith('|'))));
    } else if (ITEM.test(line)) {
      const ordered = /^\s*\d/.test(line);
      blocks.push({
        kind: 'list',
        ordered,
        items: items(take((next) => ITEM.test(next) || /^\s+\S/.test(next))),
      });
    } else {
      // The first line is taken in any case, so that every turn of the loop gets on.
      at++;
      const more = take(
        (next) => next.trim() !== '' && !/^(#|```|\|)/.test(next) && !ITEM.test(next),
      );
      const text = [line, ...more].map((row) => row.trim()).join(' ');
      blocks.push({ kind: 'paragraph', parts: inline(text) });
    }
  }
  return blocks;
}

/** Items of a list; a line that begins no item goes on with the one before. */
function items(lines: string[]): Inline[][] {
  const texts: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) texts.push(item[2] ?? '');
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`);
  }
  return texts.map(inline);
}

function table(lines: string[]): Block {
  const cells = (line: string): Inline[][] =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()));
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cells(head), rows: rows.map(cells) };
}
