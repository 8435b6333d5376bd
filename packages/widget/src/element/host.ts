import type { Api } from '../api/api.ts'
import type { Failure } from '../api/failure.ts'
import type { Texts } from '../text/es.ts'
import type { Format } from '../text/format.ts'
import type { Language } from '../text/language.ts'
import type { NoticeAction } from './notice.ts'

/** What the parts of both elements may use of the element they belong to. */
export interface SillaHost {
  readonly api: Api
  readonly language: Language
  readonly text: Texts
  readonly format: Format
  /** A request of `attempt` is running. */
  readonly busy: boolean
  /** The shadow root: to find a field and move the focus. */
  readonly renderRoot: ShadowRoot
  /** Renders again, after a private field of a part has changed. */
  requestUpdate(): void
  /** Resolves when that is done. */
  readonly updateComplete: Promise<void>
  /**
   * Runs requests and what follows from them. While they run, `busy` is true and a further call of
   * `attempt` does nothing: a second click has no effect.
   *
   * A failure that may pass (no connection, 429, 5xx) is shown with a button that runs the same
   * again, and runs it again by itself when the API or the connection allows it. Any other failure
   * goes to `refused`; where that returns false, or is not given, its message is shown above the step.
   */
  attempt(task: () => Promise<void>, refused?: (failure: Failure) => boolean): Promise<void>
  /** The same for reading: several may run, and `busy` is not concerned. */
  load(task: () => Promise<void>): Promise<void>
  /** Shows a message above the step, with buttons that go on from there, and announces it. */
  show(message: string, actions?: readonly NoticeAction[]): void
  /** Takes a message that `show` has shown away. */
  dismiss(): void
  /** Says something to screen readers. */
  announce(message: string): void
  /** Dispatches an event on the element, which a site may listen to. */
  emit(name: 'booked' | 'cancelled' | 'rescheduled' | 'error', detail: unknown): void
}
