import { readFile } from 'node:fs/promises'
import { buildApi } from '@silla/api'
import { systemClock } from '@silla/core'
import { type Listener, openDatabase } from '@silla/db'
import { quietOperations } from '../../support/operations.ts'
import { testSecrets } from '../../support/secrets.ts'
import type { OpenApi } from '../contract/openapi-document.ts'

/** The current OpenAPI document of the API. The database is never connected to. */
export async function currentDocument(): Promise<OpenApi> {
  const database = openDatabase({ url: nowhere, name: 'silla-openapi' })
  const settings = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: nowhere,
    listenDatabaseUrl: nowhere,
    assetsBaseUrl: '',
    publicUrl: null,
    staffUrl: null,
    logLevel: 'silent',
    ...testSecrets,
    loopbackEndpoints: false,
    ...quietOperations,
    production: false,
  }
  const app = await buildApi({
    database,
    listener: silent,
    clock: systemClock,
    settings,
    processors: () => null,
  })
  try {
    return (await app.inject('/api/v1/openapi.json')).json()
  } finally {
    await app.close()
    await database.close()
  }
}

const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
const silent: Listener = { on() {}, onGap() {}, notify: async () => {}, close: async () => {} }

export const documentFile = new URL('../../../docs/openapi.json', import.meta.url)

/** The recorded examples, which are part of the document. */
export const examplesFile = new URL(
  '../../../services/api/assets/reference/examples.json',
  import.meta.url,
)

/** An example of each type of event. */
export const eventExamplesFile = new URL(
  '../../../services/api/assets/reference/event-examples.json',
  import.meta.url,
)

/** The committed document. */
export const readDocumentFile = async (): Promise<OpenApi> =>
  JSON.parse(await readFile(documentFile, 'utf8'))
