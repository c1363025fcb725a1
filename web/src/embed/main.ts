/** The board of one game, for other sites to frame: nothing can be done there, and nobody is known. */
import { mount } from 'svelte';
import '../app.css';
import { loadTranslation, negotiateLanguage, useLanguage } from '../texts/language.svelte';
import Embed from './Embed.svelte';

const app = document.getElementById('app');
if (!app) throw new Error('embed.html has no element #app');
const language = negotiateLanguage('system', navigator.languages);
document.documentElement.lang = language;
loadTranslation(language).catch(() => undefined);
await useLanguage(language);
mount(Embed, { target: app, props: { id: location.pathname.split('/')[2] ?? '' } });
