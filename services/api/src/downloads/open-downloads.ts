import { Readable } from 'node:stream'
import { downloadSalon, type RequestContext, type SecretsKeys, useDownloadLink } from '@silla/core'
import { type Database, ownRelease, type Snapshot, snapshotsPerProcess } from '@silla/db'
import { fail } from '@silla/errors'

export interface DownloadLimits {
  /** How long one may take: meanwhile the database removes no old versions of rows. */
  longestMilliseconds: number
}

const defaultLimits: DownloadLimits = { longestMilliseconds: 30 * 60_000 }

/** The downloads of a process: a few at a time, and one of a salon over all processes. */
export interface Downloads {
  /**
   * Everything of the salon, written while it is read.
   *
   * @throws what `useDownloadLink` throws; SERVICE_UNAVAILABLE while there are too many
   */
  open(context: RequestContext, token: string): Promise<Readable>
  /** Cuts those that are under way off. */
  close(): void
}

export function openDownloads({
  database,
  secretsKeys,
  limits,
}: {
  database: Pick<Database, 'openSnapshot'>
  secretsKeys: SecretsKeys | null
  limits?: Partial<DownloadLimits> | undefined
}): Downloads {
  const { longestMilliseconds } = { ...defaultLimits, ...limits }
  const bodies = new Set<Readable>()
  let open = 0

  return {
    async open(context, token) {
      if (open >= snapshotsPerProcess) return busy('other downloads are under way')
      open++
      try {
        return await begin(context, token)
      } catch (error) {
        open--
        throw error
      }
    },
    close() {
      for (const body of bodies) body.destroy(new Error('the API stops'))
    },
  }

  async function begin(context: RequestContext, token: string): Promise<Readable> {
    const { businessId, slug } = context.tenant
    const snapshot = await database.openSnapshot(businessId)
    if (snapshot === null) return busy('the salon is being downloaded already')
    try {
      await useDownloadLink(context, token)
    } catch (error) {
      await snapshot.close()
      throw error
    }
    const createdAt = context.realClock.now()
    const { release } = ownRelease
    const parts = downloadSalon(snapshot, { slug, createdAt, release, secretsKeys })
    return send(snapshot, Readable.from(parts, { objectMode: false }))
  }

  function send(snapshot: Snapshot, body: Readable): Readable {
    bodies.add(body)
    const timer = setTimeout(
      () => body.destroy(new Error('the download has taken too long')),
      longestMilliseconds,
    )
    body.once('close', () => {
      clearTimeout(timer)
      bodies.delete(body)
      open--
      snapshot.close().catch(() => {})
    })
    return body
  }
}

const busy = (cause: string): never =>
  fail('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '60' }, cause })
