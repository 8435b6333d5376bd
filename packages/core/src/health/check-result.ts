/** What the doctor found out about one thing. */
export interface Finding {
  /** Which check said so: `clock`, `points`. */
  check: string
  /** `skipped`: there is nothing to look at here, or something else has to be mended first. */
  state: 'ok' | 'problem' | 'skipped'
  message: string
  /** What to do about a problem; null where there is none. */
  fix: string | null
}

export const fine = (check: string, message: string): Finding => ({ check, state: 'ok', message, fix: null })

export const wrong = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'problem',
  message,
  fix,
})

export const skipped = (check: string, message: string): Finding => ({ check, state: 'skipped', message, fix: null })
