/** What the doctor found out about one thing. */
export interface CheckResult {
  /** Which check said so: `clock`, `points`. */
  check: string
  /** `skipped`: there is nothing to look at here, or something else has to be mended first. */
  state: 'ok' | 'problem' | 'skipped'
  message: string
  /** What to do about a problem; null where there is none. */
  fix: string | null
}

export const ok = (check: string, message: string): CheckResult => ({
  check,
  state: 'ok',
  message,
  fix: null,
})

export const problem = (check: string, message: string, fix: string): CheckResult => ({
  check,
  state: 'problem',
  message,
  fix,
})

export const skip = (check: string, message: string): CheckResult => ({
  check,
  state: 'skipped',
  message,
  fix: null,
})
