import type { Random } from '../support/random.ts'
import { encode, type FuzzRequest } from './request.ts'

/** The bytes of a request with one change that an HTTP library would not write. */
export function invalidHttp(request: FuzzRequest, random: Random): Buffer {
  const bytes = encode(request)
  const text = bytes.toString('latin1')
  const changed = random.pick<() => string | Buffer>([
    () => bytes.subarray(0, random.integer(1, bytes.length)),
    () =>
      withByte(bytes, random.integer(0, Math.min(bytes.length, 200) - 1), random.integer(0, 255)),
    () => text.replaceAll('\r\n', '\n'),
    () => text.replace('\r\n', '\r\nno colon here\r\n'),
    () => text.replace('\r\n', '\r\nX-Null: a\0b\r\n'),
    () => text.replace('\r\n', '\r\nX-Long: '.concat('a'.repeat(17_000), '\r\n')),
    () => text.replace('\r\n', `\r\n${'X-Many: a\r\n'.repeat(2500)}`),
    () => text.replace('\r\n', '\r\nHost: other\r\n'),
    () => text.replace(/Host: .*\r\n/, ''),
    () => text.replace(/Host:/, 'Host :'),
    () => text.replace('\r\n', '\r\n folded: line\r\n'),
    () =>
      text.replace('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''])),
    () =>
      text.replace(/^\w+/, random.pick(['get', 'G ET', 'CONNECT', 'QUERY', '', 'A'.repeat(100)])),
    () => text.replace(/Content-Length: \d+/, `Content-Length: ${random.pick(lengths)}`),
    () => text.replace('\r\n', '\r\nContent-Length: 3\r\nContent-Length: 4\r\n'),
    () => text.replace('\r\n', '\r\nTransfer-Encoding: chunked\r\n'),
    () => text.replace('\r\n', '\r\nTransfer-Encoding: chunked, identity\r\n'),
    () =>
      chunkedWith(text, random.pick(['zz\r\n', '-1\r\n', 'ffffffffffffffff\r\n', '5\r\nab\r\n'])),
    () => text.replace('\r\n', '\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'),
    () => text.replace('\r\n', '\r\nConnection: close\r\n') + text,
    () => text.replace(/ \S+ /, ' http://other.example/api/v1/negocio/ '),
    () => text.replace(/ \S+ /, ` /${'a'.repeat(20_000)} `),
    () => text.replace(/ \S+ /, ' * '),
    () => text.replace(/ \S+ /, ' /a\tb\x01 '),
    () => Buffer.concat([bytes, bytes, bytes]),
    () => '\r\n\r\n\r\n'.concat(text),
    () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => Buffer.from(Array.from({ length: 200 }, () => random.integer(0, 255))),
  ])()
  return typeof changed === 'string' ? Buffer.from(changed, 'latin1') : changed
}

const lengths = ['-1', '0', '1', '1e3', '+5', '5 5', '', '99999999999999999999', '0x10']

function withByte(bytes: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = byte
  return copy
}

const chunkedWith = (text: string, chunks: string) =>
  `${text.slice(0, text.indexOf('\r\n\r\n')).replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}\r\n\r\n${chunks}`
