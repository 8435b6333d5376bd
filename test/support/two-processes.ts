import { openApi } from './api.ts'
import { atEnd, onePerFile } from './at-end.ts'
import { testDatabase } from './database.ts'
import { apiSettings, startServer } from './servers.ts'

/**
 * The addresses of two API processes with the database of the file: this process and another one.
 * The clock of both is the real one. Fifty requests at once exceed the rate limit of one address,
 * so neither has rate limits.
 */
export const twoProcesses = onePerFile(async (): Promise<[string, string]> => {
  const { urls } = await testDatabase()
  const settings = { ...apiSettings(urls.api), LOG_LEVEL: 'silent', SILLA_RATE_LIMITS: 'off' }
  const [here, other] = await Promise.all([
    openApi(undefined, { clock: { now: () => new Date(), set: () => {} } }),
    startServer('services/api/bin/api.js', settings),
  ])
  atEnd(() => Promise.all([here.close(), other.stop()]))
  return [here.url, `${other.url}/api/v1`]
})
