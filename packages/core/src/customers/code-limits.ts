import type { signInQueries } from '@silla/db'

type SentCode = signInQueries.SentCode

// How often the code of an e-mail address can be guessed (D11). Each of at most 12 + 5 codes an hour
// allows one attempt of its own, and all of them share eight more: at most 25 attempts an hour,
// from any number of client addresses and even with the password.

/** How many attempts one code allows. */
export const maxTries = 5

/** How many attempts an hour all codes of one e-mail allow beyond the first attempt of each. */
export const extraTriesPerHour = 8

/** Codes an hour for one e-mail. */
export const codesPerHour = { address: 5, email: 12, password: 5 }

/**
 * When one more code may be sent to an e-mail address; null: now.
 *
 * Codes requested without the password are limited per client address, so that a stranger's
 * requests leave the owner's own, and for the e-mail as a whole, with a limit that takes several
 * addresses to reach. The right password has a separate limit, which nobody else can use up.
 *
 * @param sent the codes of the last hour for this e-mail, the oldest first
 */
export function nextCodeAt(sent: readonly SentCode[], next: SentCode): Date | null {
  const retryAts = limitsOf(next).flatMap(({ counts, perHour }) => {
    const counted = sent.filter(counts)
    const blocking = counted[counted.length - perHour]
    return blocking ? [blocking.at.getTime() + hourMilliseconds] : []
  })
  return retryAts.length === 0 ? null : new Date(Math.max(...retryAts))
}

const hourMilliseconds = 3_600_000

function limitsOf(next: SentCode): { counts(sent: SentCode): boolean; perHour: number }[] {
  if (next.withPassword)
    return [{ counts: ({ withPassword }) => withPassword, perHour: codesPerHour.password }]
  return [
    {
      counts: ({ withPassword, clientAddress }) =>
        !withPassword && clientAddress === next.clientAddress,
      perHour: codesPerHour.address,
    },
    { counts: ({ withPassword }) => !withPassword, perHour: codesPerHour.email },
  ]
}
