import type { TemplateResult } from 'lit/html.js'
import type { Failure } from '../api/failure.ts'
import type { SillaHost } from '../element/host.ts'
import type { Screen } from './screen.ts'
import type { Session } from './session.ts'
import type { BookingState, StepName } from './state.ts'

/**
 * One step of a booking: a part of the element's own shadow tree. It reads the state and reports
 * what was chosen through the host, which alone changes the state.
 */
export interface Step {
  /** The heading, which has the focus when the step begins. */
  title(): string
  render(): TemplateResult
  /** The main button, below the step, which submits the form around it; null: there is none. */
  action?(): Action | null
  /** By how much the visit gets cheaper with what is chosen here. */
  saving?(): number
  /** Called when the step is shown: loads what it needs. */
  enter?(): void
  /** Called when another step is shown: stops timers and requests. */
  leave?(): void
}

export interface Action {
  label: string
  /** Also called for Enter in a field. */
  run(): void | Promise<void>
}

/** What a step may use of `<silla-booking>`. */
export interface BookingHost extends SillaHost {
  readonly screen: Screen
  readonly state: Readonly<BookingState>
  /** The attribute: the person whose services alone are offered. */
  readonly professional: string | null
  /** The attribute: where the customer comes from, for the salon's reports. */
  readonly source: string | null
  /** Changes and stores the state, and renders. */
  change(change: Partial<BookingState>): void
  /** Shows the step after this one. */
  next(): void
  /** Shows another step. */
  go(step: StepName): void
  /**
   * For a refusal that says that the chosen time cannot be had: shows the time step, what has
   * happened and the nearest free times. Returns false for any other refusal.
   */
  timeLost(failure: Failure): boolean
  /** The address of a page with `<silla-manage>`, with `{code}` in it; null: there is none. */
  readonly manageUrl: string | null
  /** The services that were booked last in this browser, of all its tabs. */
  readonly lastServices: Session<readonly number[]>
  /** Resolves when a time that is no longer wanted has been given back. */
  readonly released: Promise<void>
  /** Forgets the visit and starts again, with the contact details kept. */
  restart(): void
}

export type StepClass = new (host: BookingHost) => Step
