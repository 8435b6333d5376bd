/** What has not happened by then does not happen, also on a machine that is busy with other work. */
export const patienceMilliseconds = 60_000

/**
 * How long operations of the database may wait and take where no test is about it: a busy machine takes longer
 * than the three seconds of D2 for many at once.
 */
export const patientLimits = {
  maxWaitMilliseconds: patienceMilliseconds / 2,
  deadlineMilliseconds: patienceMilliseconds / 2,
}

/**
 * Awaits what something else brings about. A wait without an end would use up the time of the whole
 * file, and its later tests would fail too.
 *
 * @param what for the message: `the email`
 */
export async function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const error = new Error(`${what} did not come within ${patienceMilliseconds / 1000} s`)
  const timer = setTimeout(() => reject(error), patienceMilliseconds).unref()
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
