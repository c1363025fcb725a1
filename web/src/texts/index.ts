/** Everything the pages say. */
export type { Texts } from './en';
export { formats, language, say, texts } from './language.svelte';
export type { Arg, Message } from './messages';
