/** The result of one check, for staff. */
export interface Finding {
  /** The check: `clock`, `points-drift`. */
  check: string
  /**
   * `warning`: it may be intended, and does not make the exit code 1. `skipped`: there is nothing to
   * check here, or another problem has to be fixed first.
   */
  state: 'ok' | 'problem' | 'warning' | 'skipped'
  message: string
  /** What to do about a problem or a warning; null where there is none. */
  fix: string | null
}

export const ok = (check: string, message: string): Finding => ({
  check,
  state: 'ok',
  message,
  fix: null,
})

export const problem = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'problem',
  message,
  fix,
})

export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'warning',
  message,
  fix,
})

export const skip = (check: string, message: string): Finding => ({
  check,
  state: 'skipped',
  message,
  fix: null,
})
