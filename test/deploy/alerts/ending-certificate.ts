import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import type { OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

/** PUBLIC_URL and STAFF_URL get a certificate that ends in ten days, and another URL one that is refused. */
export async function endingCertificate(): Promise<OpenCauses & { blackbox: string }> {
  const exporter = programNamed('blackbox_exporter')
  const folder = mkdtempSync(join(tmpdir(), 'silla-certificate-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const [valid, ending] = [certificate(folder, 90), certificate(folder, 10)]
  const refused = certificate(folder, 30)
  const servers = [createServer(valid), createServer(valid), createServer(valid)]
  const urls = await Promise.all(
    servers.map(async (server) => {
      server.on('request', (_, response) => response.end())
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      atEnd(async () => {
        server.closeAllConnections()
        server.close()
      })
      return `https://localhost:${(server.address() as AddressInfo).port}`
    }),
  )
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, valid.cert + ending.cert)
  const modules = join(folder, 'blackbox.yaml')
  writeFileSync(
    modules,
    `modules: { http_2xx: { prober: http, http: { preferred_ip_protocol: ip4, tls_config: { ca_file: ${authorities} } } } }`,
  )
  const blackbox = `127.0.0.1:${await freePort()}`
  await startProgram(exporter, [`--config.file=${modules}`, `--web.listen-address=${blackbox}`], {
    url: `http://${blackbox}/-/healthy`,
  })
  return {
    blackbox,
    targets: { 'silla-urls': urls },
    causes: [
      ...['PUBLIC_URL', 'STAFF_URL'].map((name, index) => ({
        alert: 'SillaCertificate',
        labels: { instance: urls[index] ?? '' },
        text: `the certificate of ${name} ends in ten days`,
        happen: async () => servers[index]?.setSecureContext(ending),
      })),
      {
        alert: 'SillaUrlUnreachable',
        labels: { instance: urls[2] ?? '' },
        text: 'the certificate of a URL is refused',
        happen: async () => servers[2]?.setSecureContext(refused),
      },
    ],
  }
}

function certificate(folder: string, days: number): { cert: string; key: string } {
  const [cert, key] = [join(folder, `${days}.pem`), join(folder, `${days}.key`)]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-subj', `/CN=${days} days`, '-addext', 'subjectAltName=DNS:localhost'],
      ...['-days', String(days), '-out', cert, '-keyout', key],
    ],
    { stdio: 'pipe' },
  )
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}
