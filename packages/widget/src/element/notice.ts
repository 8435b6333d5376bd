import type { Failure } from '../api/failure.ts'
import type { Texts } from '../text/es.ts'

/** A message above the step. */
export interface Notice {
  message: string
  /** Buttons that go on from there. */
  actions: readonly NoticeAction[]
  /** The seconds until it is run again by itself. */
  seconds?: () => number
}

export interface NoticeAction {
  label: string
  run: () => void
}

interface Options {
  text: Texts
  retry: () => void
  /** The seconds have changed. */
  changed: () => void
  /** How often requests have failed since the last one that did not. */
  failures: number
}

/**
 * The message of a failure that may pass. It is tried again by itself: without a connection when the
 * browser has one again, else after the time that the API has named, for some minutes; then the visitor
 * decides.
 */
export function noticeOf(
  failure: Failure,
  { text, retry, changed, failures }: Options,
): { notice: Notice; stop: () => void } {
  const isOffline = failure.code === 'OFFLINE'
  const message = isOffline
    ? text.offline
    : failure.code === 'RATE_LIMIT_EXCEEDED'
      ? text.busy
      : text.notAnswering
  const actions = [{ label: text.retry, run: retry }]
  if (isOffline) {
    addEventListener('online', retry, { once: true })
    return { notice: { message, actions }, stop: () => removeEventListener('online', retry) }
  }
  if (failures > mostFailures) return { notice: { message, actions }, stop: () => {} }
  let seconds = Math.max(failure.retryAfterSeconds, shortestWaitSeconds)
  const timer = setInterval(() => {
    seconds--
    changed()
    if (seconds <= 0) retry()
  }, 1000)
  return { notice: { message, actions, seconds: () => seconds }, stop: () => clearInterval(timer) }
}

const shortestWaitSeconds = 5
const mostFailures = 30
