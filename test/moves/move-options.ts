import { openArchiveKeys } from '@silla/core/archives/archive-keys'
import type { MoveOptions } from '@silla/core/moves/moving'
import { type DatabaseUrls, openPool } from '@silla/db'
import { testSecrets } from '../support/secrets.ts'

/** Where the other deployment is reached. */
export const receiverOrigin = 'https://receiver.example'

/** Of the other deployment. */
const receiverKeys = { current: Buffer.alloc(32, 'another key'), previous: null }

/** What a move needs between two databases; `close` ends its connections. */
export function moveOptions(
  source: DatabaseUrls,
  receiver: DatabaseUrls,
): MoveOptions & { close(): Promise<unknown> } {
  const pool = (url: string, max: number) => openPool({ url, max, name: 'silla-test-move' })
  const pools = [pool(source.cli, 2), pool(source.cli, 1), pool(receiver.cli, 2)] as const
  const [admin, lock, other] = pools
  return {
    ...{ source: admin, lock, receiver: other, url: receiverOrigin },
    archiveKeys: openArchiveKeys(Buffer.alloc(32, 'a move')),
    ...{ sourceKeys: testSecrets.secretsKeys, receiverKeys },
    close: () => Promise.all(pools.map((each) => each.end({ timeout: 0 }))),
  }
}
