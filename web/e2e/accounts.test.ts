import { describe, expect, test } from 'vitest';
import { playRandomMove, seededRandom, startLocalGame } from './play.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

describe('accounts', () => {
  test('a guest’s game moves to the new account, and is there after signing in elsewhere', async () => {
    const page = await harness.newUser();
    await startLocalGame(page, 0, 'server');
    await playRandomMove(page, seededRandom(1));
    const game = new URL(page.url()).pathname;

    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'New here? Create an account' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Ada' }).waitFor();
    await page.goto('/');
    await page.locator(`main a[href="${game}"]`).waitFor();

    const other = await harness.newUser();
    await other.goto('/sign-in');
    await other.getByLabel('Name').fill('Ada');
    await other.getByLabel('Password').fill('wrong horse');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('alert').waitFor();
    await other.getByLabel('Password').fill('correct horse');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Ada' }).waitFor();
    await other.goto(game);
    // It is Ada's game here too: she can act in it.
    await other.getByRole('button', { name: /Resign|Abort/ }).waitFor();

    // Signed out remotely.
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign out there' }).click();
    await page.getByRole('button', { name: 'Sign out there' }).waitFor({ state: 'detached' });
    await other.goto('/settings');
    await other.getByText('You are playing as a guest.').waitFor();
  });

  test('a token is shown once, works, and can be revoked', async () => {
    const page = await harness.newUser();
    await page.goto('/sign-in?new');
    await page.getByLabel('Name').fill('Botty');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Botty' }).waitFor();
    await page.goto('/programs');
    await page.getByLabel('What is it for?').fill('My bot');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const token = await page.getByLabel('This is the token.', { exact: false }).inputValue();
    const request = () =>
      fetch(`${harness.server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await request()).json()).toMatchObject({ name: 'Botty' });
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no tokens.').waitFor();
    expect((await request()).status).toBe(401);
  });

  test('settings are saved and take effect at once', async () => {
    const page = await harness.newUser({ colorScheme: 'light' });
    await page.goto('/settings');
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForFunction(
      (was) => getComputedStyle(document.documentElement).backgroundColor !== was,
      light,
    );
    await page.getByLabel('Pieces').selectOption('letters');
    await page.getByLabel('Coordinates').uncheck();
    await page.reload();
    expect(await page.getByLabel('Theme').inputValue()).toBe('dark');
    expect(await page.getByLabel('Coordinates').isChecked()).toBe(false);
    expect(await background()).not.toBe(light);
    await page.locator('.glyph').first().waitFor({ state: 'attached' });
  });

  test('the language is the browser’s, or the chosen one', async () => {
    const page = await harness.newUser({ locale: 'de-AT' });
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.reload();
    await page.getByRole('link', { name: 'Play', exact: true }).waitFor();
    await page.getByLabel('Language').selectOption({ label: 'Browser default' });
    await page.getByRole('link', { name: 'Spielen', exact: true }).waitFor();
  });
});
