// A payment whose result is not known yet, by the code of its booking: a reload, or a return from
// the page of a bank, reads the result and does not pay again.

export const startedIntent = (code: string): string | null =>
  attempt(() => sessionStorage.getItem(nameOf(code))) ?? null

export function setStartedIntent(code: string, paymentIntentId: string | null): void {
  attempt(() =>
    paymentIntentId === null
      ? sessionStorage.removeItem(nameOf(code))
      : sessionStorage.setItem(nameOf(code), paymentIntentId),
  )
}

const nameOf = (code: string): string => `silla:payment:${code}`

/** A browser that does not allow storage goes on without. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
