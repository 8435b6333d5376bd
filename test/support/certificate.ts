import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate for `localhost`, as PEM with its key. */
export function ownCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(0x06, Buffer.from('550403', 'hex'))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))))
  const observation = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21200101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signed = sequence(
    observation,
    algorithm,
    der(0x03, Buffer.from([0]), sign('sha256', observation, privateKey)),
  )
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)

/** DER encoding: tag, length, value. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
