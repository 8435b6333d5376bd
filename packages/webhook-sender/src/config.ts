/**
 * Whether events may be delivered to `localhost` and loopback addresses, for development.
 *
 * @throws Error that names the variable and what is expected
 */
export function readLoopbackEndpoints(
  env: Record<string, string | undefined> = process.env,
): boolean {
  const value = env.SILLA_LOOPBACK_ENDPOINTS || 'off'
  if (value === 'off') return false
  if (value === 'on' && env.NODE_ENV !== 'production') return true
  throw new Error(
    'SILLA_LOOPBACK_ENDPOINTS is invalid: on delivers events to localhost too and is never ' +
      'allowed with NODE_ENV=production; off, the default, does not.',
  )
}
