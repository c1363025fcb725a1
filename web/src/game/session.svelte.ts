/** A game on a page: what is shown of it, and what can be done in it. */
import { describeError } from '../api/http';
import type { Action, GameSnapshot, MoveView, Side, View, ViewsPage } from '../api/types';
import { core, positionAfter } from '../core';
import { settings } from '../lib/settings.svelte';
import { texts, type LazyText } from '../texts';
import { ownSide } from './state';

interface PendingMove {
  /** How many steps had been played before it. */
  ply: number;
  view: View;
}

/** A move chosen while the opponent is to move. */
interface Premove {
  /** How many steps had been played by then. */
  ply: number;
  move: MoveView;
}

/** How many past positions are fetched at once. */
const PAGE_SIZE = 50;

export abstract class GameSession {
  readonly id: string;
  snapshot = $state.raw<GameSnapshot | null>(null);
  /** A move that is shown but not confirmed yet. */
  pending = $state.raw<PendingMove | null>(null);
  /** Why the game cannot be shown. */
  error = $state.raw<LazyText | null>(null);
  /** Why the last action was rejected. */
  rejection = $state.raw<LazyText | null>(null);
  /** The past position that is shown; `null` for the current one. */
  ply = $state<number | null>(null);
  /** A move chosen in advance. */
  premove = $state.raw<Premove | null>(null);
  /** What can be chosen in advance, and in which position. */
  #premoves = $state.raw<{ position: string; moves: MoveView[] }>({ position: '', moves: [] });
  #views = $state.raw<ReadonlyMap<number, View>>(new Map());

  constructor(id: string) {
    this.id = id;
  }

  /** Starts following the game. Returns a function that stops it. */
  abstract start(): () => void;
  /** Past positions. */
  protected abstract fetchViews(from: number, to: number): Promise<ViewsPage>;
  /** Does something; fails if it is rejected. */
  protected abstract send(side: Side | null, action: Action): Promise<void>;
  /** Gets the actual state after something was rejected that had seemed possible. */
  protected abstract refresh(): void;

  protected replace(snapshot: GameSnapshot): void {
    const before = this.snapshot?.summary.plies ?? 0;
    const { plies } = snapshot.summary;
    // Positions that were taken back are no longer part of this game.
    const views = new Map([...this.#views].filter(([ply]) => ply < Math.min(before, plies)));
    views.set(plies, snapshot.view);
    this.#views = views;
    this.snapshot = snapshot;
    this.error = null;
    if (this.pending && (plies > this.pending.ply || snapshot.summary.state !== 'running'))
      this.pending = null;
    if (this.ply !== null && this.ply >= plies) this.ply = null;
    this.#playPremove(snapshot);
    void this.#findPremoves(snapshot);
  }

  /**
   * Plays the move chosen in advance if the opponent's step allows it, now that everything about
   * that step is known. What chance would decide is not played: its odds were not known before.
   */
  #playPremove(snapshot: GameSnapshot): void {
    const { premove } = this;
    const { plies, state } = snapshot.summary;
    if (!premove || (state === 'running' && plies === premove.ply)) return;
    this.premove = null;
    const chosen = premove.move;
    const move = snapshot.view.moves.find(
      ({ text, path }) => text === chosen.text && path.join() === chosen.path.join(),
    );
    if (this.mover !== null && plies === premove.ply + 1 && move && !move.odds)
      void this.play(move);
    else if (state === 'running') this.rejection = () => texts().game.premoveDropped(chosen.label);
  }

  /** Finds out what can be chosen in advance. */
  async #findPremoves({ summary, view, your_sides: sides }: GameSnapshot): Promise<void> {
    const { position, turn } = view;
    const isWanted =
      settings.premoves &&
      summary.state === 'running' &&
      sides.length === 1 &&
      turn !== null &&
      turn !== sides[0];
    if (!isWanted || this.#premoves.position === position) return;
    try {
      const { moves } = await core.premoves({ game: summary.game, start: position });
      if (this.snapshot?.view.position === position) this.#premoves = { position, moves };
    } catch {
      // Then nothing can be chosen in advance in this position.
    }
  }

  /** The view to draw. */
  get view(): View | undefined {
    if (this.ply !== null) {
      const past = this.#views.get(this.ply);
      return past && this.#withStep(past, this.ply);
    }
    return this.pending?.view ?? this.snapshot?.view;
  }

  #withStep(view: View, ply: number): View {
    return view.last ? view : { ...view, last: this.snapshot?.steps[ply - 1]?.step ?? null };
  }

  /** The side that this page can move now. */
  get mover(): Side | null {
    const { snapshot } = this;
    if (!snapshot || this.pending || this.ply !== null || snapshot.summary.state !== 'running')
      return null;
    const turn = snapshot.view.turn;
    return turn !== null && snapshot.your_sides.includes(turn) ? turn : null;
  }

  /** The moves to choose from now. */
  get moves(): MoveView[] {
    return this.mover === null ? [] : (this.snapshot?.view.moves ?? []);
  }

  /** The moves to choose from in advance, while the opponent is to move. */
  get premoves(): MoveView[] {
    const { position, moves } = this.#premoves;
    const { snapshot } = this;
    const isOff = this.mover !== null || this.pending !== null || this.ply !== null;
    return isOff || snapshot?.view.position !== position || snapshot.view.turn === null
      ? []
      : moves;
  }

  /** Chooses a move in advance, instead of the one chosen before. */
  choosePremove(move: MoveView): void {
    const { snapshot } = this;
    this.rejection = null;
    if (snapshot && this.premoves.includes(move))
      this.premove = { ply: snapshot.summary.plies, move };
  }

  /** Plays a move: it is shown at once, as the rules have it, and undone if it is rejected. */
  async play(move: MoveView): Promise<void> {
    const { snapshot } = this;
    if (!snapshot || this.mover === null) return;
    const ply = snapshot.summary.plies;
    const pending = { ply, view: { ...snapshot.view, moves: [] } };
    this.pending = pending;
    void this.#showAfter(snapshot, move, pending);
    await this.act({ kind: 'move', text: move.text, ply });
    if (this.pending?.ply === ply && this.rejection) this.pending = null;
  }

  /** Shows a move that an earlier page has made and the host of the game has not confirmed. */
  protected showWaiting(move: { text: string; ply: number } | null): void {
    const { snapshot } = this;
    if (!snapshot || !move || move.ply !== snapshot.summary.plies) return;
    this.pending = { ply: move.ply, view: { ...snapshot.view, moves: [] } };
    void this.#showAfter(snapshot, move, this.pending);
  }

  /** Shows the position after a pending move. What chance decides waits for the answer. */
  async #showAfter(
    before: GameSnapshot,
    move: { text: string },
    pending: PendingMove,
  ): Promise<void> {
    const { game } = before.summary;
    const found = await positionAfter(game, before.view.position, move.text).catch(() => null);
    const [view, step] = [found?.views.at(-1), found?.steps.at(-1)];
    if (view && step && this.pending === pending)
      this.pending = { ...pending, view: { ...view, moves: [], last: step } };
  }

  /** Plays a move as a person typed it; whoever hosts the game parses it. */
  async playText(text: string): Promise<void> {
    await this.act({ kind: 'move', text, ply: this.snapshot?.summary.plies ?? null });
  }

  /** Resigns, offers, accepts, and so on. */
  async act(action: Action): Promise<void> {
    this.rejection = null;
    try {
      await this.send(this.snapshot && ownSide(this.snapshot), action);
    } catch (error) {
      this.rejection = describeError(error);
      this.refresh();
    }
  }

  /** Shows the position after this many steps; the last one is the current position. */
  async goTo(ply: number): Promise<void> {
    const plies = this.snapshot?.summary.plies ?? 0;
    const wanted = Math.max(0, Math.min(ply, plies));
    if (wanted === plies) {
      this.ply = null;
      return;
    }
    if (!this.#views.has(wanted)) await this.#fetch(wanted);
    if (this.#views.has(wanted)) this.ply = wanted;
  }

  /** All positions of the game, from the first to the current one. */
  async allViews(): Promise<View[]> {
    const plies = this.snapshot?.summary.plies ?? 0;
    const pages: Promise<ViewsPage>[] = [];
    for (let from = 0; from < plies; from += PAGE_SIZE)
      pages.push(this.fetchViews(from, Math.min(from + PAGE_SIZE, plies) - 1));
    const views = (await Promise.all(pages)).flatMap((page) => page.views);
    const all = this.snapshot ? [...views.slice(0, plies), this.snapshot.view] : views;
    return all.map((view, ply) => this.#withStep(view, ply));
  }

  async #fetch(ply: number): Promise<void> {
    const from = Math.max(0, ply - PAGE_SIZE / 2);
    try {
      const page = await this.fetchViews(from, from + PAGE_SIZE);
      const views = new Map(this.#views);
      const plies = this.snapshot?.summary.plies ?? 0;
      for (const [i, view] of page.views.entries()) {
        // Keep the current view, which has the legal moves.
        if (page.from + i < plies) views.set(page.from + i, view);
      }
      this.#views = views;
    } catch (error) {
      this.rejection = describeError(error);
    }
  }
}
