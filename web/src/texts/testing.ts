/** Tests are in English unless they load another language. */
import { useLanguage } from './language.svelte';

await useLanguage('en');
