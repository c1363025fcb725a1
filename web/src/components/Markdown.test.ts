import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import Markdown from './Markdown.svelte';

test('no whitespace appears between the parts of a line, and HTML stays text', () => {
  const { body } = render(Markdown, { props: { page: 'a**b`c`**, [d](/e)!\n\n<img src=x>' } });
  const html = body.replaceAll(/<!--.*?-->/g, '').replaceAll(/ class="[^"]*"/g, '');
  expect(html).toContain('<p>a<strong>b<code>c</code></strong>, <a href="/e">d</a>!</p>');
  expect(html).toContain('<p>&lt;img src=x></p>');
});
