import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { loadCore } from './core';
import { settings } from './lib/settings.svelte';
import { loadPage } from './pages';
import { loadTranslation, negotiateLanguage, useLanguage } from './texts/language.svelte';

async function start(target: HTMLElement): Promise<void> {
  const language = negotiateLanguage(settings.language, navigator.languages);
  // The page loads at the same time as the texts; the app asks for it again, and reports errors.
  loadPage(location.pathname).catch(() => undefined);
  // Only what the server says needs the catalogue, and waits for it; without it, it is in English.
  loadTranslation(language).catch(() => undefined);
  try {
    await useLanguage(language);
  } catch {
    // No texts in any language are there yet.
    target.textContent = 'Quintain could not be loaded. Please reload the page.';
    return;
  }
  mount(App, { target });
  whenIdle(() => {
    void loadCore();
    // Without a service worker the app needs a network, and is the same otherwise.
    if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  });
}

/** For this long, in milliseconds, a loaded page has the network for itself. */
const HEAD_START = 1500;

/** Runs something once the page is there and the browser has nothing better to do. */
function whenIdle(run: () => void): void {
  const wait = (): void => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 3000 });
      else run();
    }, HEAD_START);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

const app = document.getElementById('app');
if (!app) throw new Error('index.html has no element #app');
void start(app);
