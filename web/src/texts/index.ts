/** Everything the pages say. */
export type { Texts } from './en';
export { formats, language, say, sentence, texts } from './language.svelte';

/** A text that is rendered when it is shown, in the language of that moment. */
export type LazyText = () => string;
