import { type ApiParts, buildApi, type OperationSettings } from '@silla/api'
import type { SecretsKeys } from '@silla/core'
import { type Database, openDatabase, openListener } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { type TestClock, testClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { testLookup } from './dns.ts'
import { loadDocument } from './documented.ts'
import { patientLimits } from './in-time.ts'
import { testMessageSenders } from './message-providers.ts'
import { quietOperations } from './operations.ts'
import { testProcessors } from './processor.ts'
import { testSecrets, testStaffUrl } from './secrets.ts'

/** The real API on a real port, with this file's database and a test clock. */
export interface TestApi {
  /** `http://127.0.0.1:<port>/api/v1` */
  url: string
  clock: TestClock
  /** Sends a request without a connection. */
  inject: Awaited<ReturnType<typeof buildApi>>['inject']
  /** Handles a request of another server by the router. */
  routing: Awaited<ReturnType<typeof buildApi>>['routing']
  close(): Promise<void>
}

/** One per file. */
export const testApi = onePerFile(async (): Promise<TestApi> => {
  const api = await openApi()
  atEnd(api.close)
  return api
})

/** Instead of the log on standard output, which keeps a timer for as long as the process runs. */
const noLog = { write: () => {} }

/**
 * An additional instance, as a second process would be; the test closes it. Tests of outages give it the limits
 * of production: `databaseLimits: {}`.
 */
export async function openApi(
  databaseUrl?: string,
  {
    logTarget,
    databaseLimits = patientLimits,
    requestTimeouts,
    requestSlots,
    refusalPace,
    calendarTexts,
    agendaStreams,
    consoleKey,
    findDemoExamples,
    messageSenders = testMessageSenders,
    wrapDatabase = (database) => database,
    listenUrl,
    clock = testClock(),
    ...more
  }: Partial<OperationSettings> &
    Pick<
      ApiParts,
      | 'logTarget'
      | 'databaseLimits'
      | 'requestTimeouts'
      | 'requestSlots'
      | 'refusalPace'
      | 'calendarTexts'
      | 'agendaStreams'
      | 'consoleKey'
      | 'findDemoExamples'
      | 'messageSenders'
    > & {
      production?: boolean
      secretsKeys?: SecretsKeys | null
      loopbackEndpoints?: boolean
      clock?: TestClock
      port?: number
      publicUrl?: string | null
      staffUrl?: string | null
      staffPepper?: string
      staffPepperPrevious?: string
      assetsBaseUrl?: string
      wrapDatabase?: (database: Database) => Database
      /** Of the same database as `databaseUrl`, if that is not the one of the file. */
      listenUrl?: string
    } = {},
): Promise<TestApi> {
  const { urls } = await testDatabase()
  const database = openDatabase({ url: databaseUrl ?? urls.api, name: 'silla-test-api' })
  const notices = await openListener(listenUrl ?? urls.listen)
  const settings = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: urls.api,
    listenDatabaseUrl: urls.listen,
    assetsBaseUrl: 'https://assets.example',
    publicUrl: 'https://book.example',
    staffUrl: testStaffUrl,
    logLevel: logTarget ? 'trace' : 'silent',
    ...testSecrets,
    loopbackEndpoints: true,
    ...quietOperations,
    production: false,
    ...more,
  }
  const app = await buildApi({
    database: wrapDatabase(database),
    listener: notices,
    clock,
    settings,
    processors: testProcessors,
    messageSenders,
    databaseLimits,
    requestTimeouts,
    requestSlots: { ...databaseLimits, ...requestSlots },
    refusalPace,
    calendarTexts,
    agendaStreams,
    consoleKey,
    findDemoExamples,
    lookupAddresses: testLookup,
    logTarget: logTarget ?? noLog,
  })
  const address = await app.listen({ port: settings.port, host: '127.0.0.1' })
  await loadDocument(async () => (await app.inject('/api/v1/openapi.json')).json())
  return {
    url: `${address}/api/v1`,
    clock,
    inject: app.inject.bind(app),
    routing: app.routing.bind(app),
    async close() {
      await app.close()
      await Promise.all([notices.close(), database.close()])
    },
  }
}
