/** After how many seconds a delivery is attempted again, by how many attempts have failed (D42). */
const delaysSeconds = [5, 60, 600, 3600, 3 * 3600, 8 * 3600, 11 * 3600]

const deviation = 0.1

/**
 * When a delivery is attempted again. Each delay deviates by up to a tenth, so that deliveries that
 * failed together are not attempted together.
 *
 * @param attempts how many attempts were made, the one that has just failed included
 * @returns null after the last one
 */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const seconds = delaysSeconds[attempts - 1]
  if (seconds === undefined) return null
  const factor = 1 + deviation * (2 * Math.random() - 1)
  return new Date(now.getTime() + seconds * 1000 * factor)
}
