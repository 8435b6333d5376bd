import type { Server } from '../support/servers.ts'
import type { LoadBalancer } from './load-balancer.ts'
import type { ReleasePrograms } from './release-programs.ts'

/** The running programs of a deployment: two APIs behind a load balancer, and a worker. */
export interface Fleet {
  /** Starts an API of a release and stops an old one, as docs/operations.md describes. */
  replaceApi(index: 0 | 1, release: ReleasePrograms): Promise<void>
  /** Starts a worker of a release beside the one that runs. */
  addWorker(release: ReleasePrograms): Promise<void>
  /** Stops the worker that has run longest. */
  stopWorker(): Promise<void>
  /** How many requests the APIs of a release have answered. */
  answeredBy(release: ReleasePrograms): number
}

/** Starts the programs of a release. `endFile` stops them. */
export async function openFleet(release: ReleasePrograms, balancer: LoadBalancer): Promise<Fleet> {
  const urls = new Map<ReleasePrograms, string[]>()
  const openApi = async (release: ReleasePrograms) => {
    const api = await release.startApi()
    urls.set(release, [...(urls.get(release) ?? []), api.url])
    await balancer.add(api.url)
    return api
  }
  const [first, second, worker] = await Promise.all([
    openApi(release),
    openApi(release),
    release.startWorker(),
  ])
  const apis = [first, second] as [Server, Server]
  const workers = [worker]

  return {
    async replaceApi(index, release) {
      const old = apis[index]
      apis[index] = await openApi(release)
      balancer.remove(old.url)
      await stop(old)
    },
    async addWorker(release) {
      workers.push(await release.startWorker())
    },
    async stopWorker() {
      const old = workers.shift()
      if (old) await stop(old)
    },
    answeredBy: (release) =>
      (urls.get(release) ?? []).reduce((sum, url) => sum + (balancer.answered.get(url) ?? 0), 0),
  }
}

/** Sends SIGTERM. @throws Error if the program does not end as it should */
async function stop({ child, stop }: Server) {
  await stop()
  if (child.exitCode !== 0)
    throw new Error(`${child.spawnargs.at(-1)} ended with ${child.exitCode ?? child.signalCode}`)
}
