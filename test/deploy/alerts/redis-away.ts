import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { startRedis } from '../../support/redis.ts'
import { NotHere, type OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

/** Redis is killed, and a second exporter of it. */
export async function redisAway(): Promise<OpenCauses> {
  const exporter = programNamed('redis_exporter')
  const redis = await startRedis()
  if (redis === null) throw new NotHere('needs redis-server')
  atEnd(redis.kill)
  const startExporter = async () => {
    const address = `127.0.0.1:${await freePort()}`
    const program = await startProgram(
      exporter,
      ['-redis.addr', redis.url, '-web.listen-address', address],
      { url: `http://${address}/metrics` },
    )
    return { address, program }
  }
  const [first, second] = [await startExporter(), await startExporter()]
  return {
    targets: { redis: [first.address, second.address] },
    causes: [
      { alert: 'SillaRedisDown', text: 'Redis is killed', happen: redis.kill },
      {
        alert: 'SillaExporterDown',
        labels: { instance: second.address },
        text: 'an exporter of Redis is killed',
        happen: async () => second.program.kill('SIGKILL'),
      },
    ],
  }
}
