/**
 * Parses the Markdown of rules pages: headings, paragraphs, lists, tables and code blocks, with
 * code, emphasis and links inside lines. The result is data, so text can never become HTML.
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

/** Parses the contents of a line. */
export function parseInline(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (!found) return text === '' ? [] : [{ kind: 'text', text }];
  const [whole, code, strong, em, label, to] = found;
  const before = parseInline(text.slice(0, found.index));
  const after = parseInline(text.slice(found.index + whole.length));
  return [...before, inlineElement(code, strong, em, label, to), ...after];
}

function inlineElement(
  code?: string,
  strong?: string,
  em?: string,
  label?: string,
  to?: string,
): Inline {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', parts: parseInline(strong) };
  if (em !== undefined) return { kind: 'em', parts: parseInline(em) };
  return { kind: 'link', to: to ?? '', parts: parseInline(label ?? '') };
}

const ITEM = /^(\s*)(?:[-*]|\d+\.)\s+(.*)$/;

/** Parses a page. */
export function parseMarkdown(page: string): Block[] {
  const lines = page.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  /** Takes lines while they match. */
  const take = (matches: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    for (let line = lines[at]; line !== undefined && matches(line); line = lines[++at])
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
        parts: parseInline(heading[2] ?? ''),
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
        items: listItems(take((next) => ITEM.test(next) || /^\s+\S/.test(next))),
      });
    } else {
      // The first line is always taken, so that every iteration makes progress.
      at++;
      const more = take(
        (next) => next.trim() !== '' && !/^(#|```|\|)/.test(next) && !ITEM.test(next),
      );
      const text = [line, ...more].map((row) => row.trim()).join(' ');
      blocks.push({ kind: 'paragraph', parts: parseInline(text) });
    }
  }
  return blocks;
}

/** Items of a list; a line that starts no item continues the previous one. */
function listItems(lines: string[]): Inline[][] {
  const texts: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) texts.push(item[2] ?? '');
    else texts.push(`${texts.pop() ?? ''} ${line.trim()}`);
  }
  return texts.map(parseInline);
}

const parseCells = (line: string): Inline[][] =>
  line
    .replaceAll(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()));

function table(lines: string[]): Block {
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: parseCells(head), rows: rows.map(parseCells) };
}
