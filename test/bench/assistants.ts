import { execFileSync } from 'node:child_process'
import { openSalonPage } from '../rest/pages/open-page.ts'
import { testApi } from '../support/api.ts'
import { endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { readOptions } from '../support/program-options.ts'
import { useTestServer } from '../support/test-server.ts'
import { assistantCall } from './assistant-call.ts'
import { median } from './statistics.ts'

await readOptions({
  command: 'npm run bench:assistants',
  about:
    "Measures what loading the library of the assistants' protocol costs, once in a process that gets such a " +
    'request, and the CPU time of a call of a tool beside that of the same operation in REST, without a connection.',
})

const rounds = 7
const calls = 200

const load = `
  const memory = process.memoryUsage().rss, cpu = process.cpuUsage()
  await import('@modelcontextprotocol/server')
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: (process.memoryUsage().rss - memory) / 1e6 }))`
const loads = Array.from({ length: rounds }, () => {
  const args = ['--input-type=module', '--eval', load]
  const cwd = new URL('../../services/api', import.meta.url).pathname
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
})
console.log(
  `loading: ${Math.round(median(loads.map(({ cpuMs }) => cpuMs)))} ms of CPU, ` +
    `${Math.round(median(loads.map(({ rssMb }) => rssMb)))} MB`,
)

const { server, close } = await openTestServer()
useTestServer(server)
try {
  const salon = await openSalonPage()
  const { inject } = await testApi()
  const rest = { url: '/api/v1/negocio/', headers: { 'x-api-key': salon.publishableKey } }
  const assistant = (...call: Parameters<typeof assistantCall>) => {
    const { headers, body } = assistantCall(...call)
    return { method: 'POST' as const, url: `${salon.path}/mcp`, headers, payload: body }
  }
  const requests = {
    'GET /negocio/': rest,
    'tool negocio': assistant('tools/call', { name: 'negocio', arguments: {} }),
    'tools/list': assistant('tools/list', {}),
  }
  for (const [name, request] of Object.entries(requests)) {
    const samples: number[] = []
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage()
      for (let call = 0; call < calls; call++) {
        const { statusCode, body } = await inject(request)
        if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`)
      }
      const { user, system } = process.cpuUsage(before)
      samples.push((user + system) / calls)
    }
    console.log(`${name}: ${Math.round(median(samples))} us of CPU`)
  }
} finally {
  await endFile()
  await close()
}
