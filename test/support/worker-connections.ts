import { type Database, type Listener, openDatabase, openListener } from '@silla/db'
import { atEnd, onePerFile } from './at-end.ts'
import { testDatabase } from './database.ts'

/**
 * The connections with the worker's role. A file opens them once: to open them costs more than what
 * most tests do with them.
 */
export const workerConnections = onePerFile(
  async (): Promise<{ database: Database; notices: Listener }> => {
    const { urls } = await testDatabase()
    const database = openDatabase({ url: urls.worker, name: 'silla-test-worker' })
    const notices = await openListener(urls.worker)
    atEnd(() => Promise.all([database.close(), notices.close()]))
    return { database, notices }
  },
)
