import { withServer } from './server.ts'

/**
 * Writes all changed pages of the server to its files, which a stop does too: it then has little
 * left to write. The login must be a superuser or a member of `pg_checkpoint`.
 */
export async function checkpoint(prepareUrl: string): Promise<void> {
  await withServer(prepareUrl, (server) => server`checkpoint`)
}
