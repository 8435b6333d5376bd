/**
 * A connection URL as the library of jobs reads it. Its driver would want a certificate that it
 * trusts where `sslmode=require` asks for nothing but a connection that nobody overhears, as it
 * means to libpq and to the driver that we use ourselves.
 */
export function urlForJobs(connectionUrl: string): string {
  const url = new URL(connectionUrl)
  if (url.searchParams.has('sslmode')) url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}
