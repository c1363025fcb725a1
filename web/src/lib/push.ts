/** Push messages: being told that it is one's turn while no page is open. */
import { api, ApiError } from '../api/http';
import { texts } from '../texts';
import { language } from '../texts/language.svelte';

/** Whether this browser can be told anything. */
export const canPush =
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

async function manager(): Promise<PushManager> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new ApiError('unavailable', () => texts().errors.unexpected);
  return registration.pushManager;
}

const encode = (key: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Whether this browser is notified at the moment. */
export async function isPushOn(): Promise<boolean> {
  if (!canPush || Notification.permission !== 'granted') return false;
  return (await (await manager()).getSubscription()) !== null;
}

/** Asks the person for permission, and the server to make use of it. */
export async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new ApiError('forbidden', () => texts().settings.pushDenied);
  const { public_key: applicationServerKey } = await api.pushKey();
  const options = { userVisibleOnly: true, applicationServerKey };
  const subscription = await (await manager()).subscribe(options);
  try {
    await send(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

function send(subscription: PushSubscription): Promise<void> {
  return api.subscribe({
    endpoint: subscription.endpoint,
    public_key: encode(subscription.getKey('p256dh')),
    auth_secret: encode(subscription.getKey('auth')),
    language: language(),
  });
}

/** Lets the server know that this browser has another user now. */
export async function renewPush(): Promise<void> {
  if (!(await isPushOn())) return;
  const subscription = await (await manager()).getSubscription();
  if (subscription) await send(subscription);
}

/** No longer tells this browser anything. */
export async function stopPush(): Promise<void> {
  if (!(await isPushOn())) return;
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return;
  await subscription.unsubscribe();
  await api.unsubscribe(subscription.endpoint);
}
