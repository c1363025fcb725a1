/** Where we are: the address, and going elsewhere without loading the page again. */

import type { Params } from './routes';

export interface Place {
  path: string;
  query: URLSearchParams;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

class Router {
  place = $state.raw<Place>(here());
  /** The parts of the address that the shown page's pattern names. */
  params = $state.raw<Params>({});
  /** Counts the times that a person went to another page. */
  visits = $state(0);

  /** Goes to an address of ours. */
  go(to: string): void {
    history.pushState(null, '', to);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** Changes the address of this page, without a new entry in the history. */
  replace(to: string): void {
    history.replaceState(null, '', to);
    this.place = here();
  }

  /** Follows the back button and clicks on links. Gives what ends that. */
  follow(): () => void {
    const back = (): void => this.#arrive();
    const click = (event: MouseEvent): void => {
      const to = ownLink(event);
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    };
    addEventListener('popstate', back);
    document.addEventListener('click', click);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', click);
    };
  }

  #arrive(): void {
    this.place = here();
    this.visits++;
  }
}

/** Where a click leads, if it is one of our pages and to be shown in this tab. */
function ownLink(event: MouseEvent): string | undefined {
  const plain =
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!plain || event.defaultPrevented || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download'))
    return undefined;
  const url = new URL(link.href);
  // Under /api the server answers by itself.
  if (url.origin !== location.origin || url.pathname === '/api' || url.pathname.startsWith('/api/'))
    return undefined;
  if (url.hash && url.pathname === location.pathname) return undefined;
  return url.pathname + url.search + url.hash;
}

export const router = new Router();
