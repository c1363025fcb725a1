/**
 * The current address, and navigation within the app without reloading. A dozen patterns and one
 * click handler: less code than the configuration of a router library.
 */
import type { Params } from './routes';

export interface RouteLocation {
  path: string;
  query: URLSearchParams;
}

function currentLocation(): RouteLocation {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

class Router {
  location = $state.raw<RouteLocation>(currentLocation());
  /** The segments of the address that the current page's pattern names. */
  params = $state.raw<Params>({});
  /** How often a person has gone to another page. */
  navigations = $state(0);

  /** Goes to an address within the app. */
  navigate(to: string): void {
    history.pushState(null, '', to);
    this.#update();
    scrollTo(0, 0);
  }

  /** Handles the back button and clicks on links. Returns a function that stops it. */
  start(): () => void {
    const back = (): void => this.#update();
    const click = (event: MouseEvent): void => {
      const to = internalLink(event);
      if (to === undefined) return;
      event.preventDefault();
      this.navigate(to);
    };
    addEventListener('popstate', back);
    document.addEventListener('click', click);
    return () => {
      removeEventListener('popstate', back);
      document.removeEventListener('click', click);
    };
  }

  #update(): void {
    this.location = currentLocation();
    this.navigations++;
  }
}

/** Where a click leads, if that is a page of this app to be shown in this tab. */
function internalLink(event: MouseEvent): string | undefined {
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || modified || event.defaultPrevented) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  // The server itself answers below /api.
  const isApi = url.pathname === '/api' || url.pathname.startsWith('/api/');
  if (url.origin !== location.origin || isApi) return undefined;
  if (url.hash && url.pathname === location.pathname) return undefined;
  return url.pathname + url.search + url.hash;
}

export const router = new Router();
