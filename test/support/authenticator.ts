import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { testStaffUrl } from './secrets.ts'

/** What a passkey does that is not as it should be. */
export interface PasskeyFault {
  origin?: string
  siteId?: string
  /** Whether the device has verified who uses it. */
  isVerified?: boolean
  /** How often the authenticator says that it was used; default: once more than before. */
  counter?: number
  userHandle?: string
}

/** A passkey on a device. */
export interface TestPasskey {
  id: string
  /** What a browser sends after it was used for a challenge. */
  answer(challenge: string, fault?: PasskeyFault): object
}

/** Makes a passkey in software, as a browser and a device do together. */
export function makePasskey(
  { reto, usuario }: { reto: string; usuario: { id: string } },
  fault: PasskeyFault = {},
): { passkey: TestPasskey; credencial: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const credencial = credentialOf(id, {
    clientDataJSON: clientData('webauthn.create', reto, fault),
    attestationObject: attestation(authenticatorData(fault, 0, { id, publicKey })),
  })
  return {
    credencial,
    passkey: {
      id: id.toString('base64url'),
      answer(challenge, wrong = {}) {
        counter = wrong.counter ?? counter + 1
        const clientDataJSON = clientData('webauthn.get', challenge, wrong)
        const data = authenticatorData(wrong, counter)
        return credentialOf(id, {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signed(privateKey, data, clientDataJSON),
          userHandle: wrong.userHandle ?? usuario.id,
        })
      },
    },
  }
}

const credentialOf = (id: Buffer, response: object) => ({
  id: id.toString('base64url'),
  rawId: id.toString('base64url'),
  type: 'public-key',
  response,
  clientExtensionResults: {},
})

const clientData = (type: string, challenge: string, { origin = testStaffUrl }: PasskeyFault) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

function signed(key: KeyObject, data: Buffer, clientDataJSON: string): string {
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
  return createSign('sha256').update(data).update(hash).sign(key, 'base64url')
}

function authenticatorData(
  { siteId = new URL(testStaffUrl).hostname, isVerified = true }: PasskeyFault,
  counter: number,
  made?: { id: Buffer; publicKey: KeyObject },
): Buffer {
  const present = 0x01
  const flags = present | (isVerified ? 0x04 : 0) | (made ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(counter, 1)
  const site = createHash('sha256').update(siteId).digest()
  return Buffer.concat([site, head, ...(made ? attestedData(made) : [])])
}

function attestedData({ id, publicKey }: { id: Buffer; publicKey: KeyObject }): Buffer[] {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, 'base64url')])
  // COSE: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), with x (-2) and y (-3)
  const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21)
  const cose = Buffer.concat([head, coordinate(x), Buffer.of(0x22), coordinate(y)])
  return [Buffer.alloc(16), length, id, cose]
}

/** CBOR: `{ fmt: 'none', attStmt: {}, authData }` */
function attestation(data: Buffer): string {
  const length = Buffer.of(0x58, data.length)
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  return Buffer.concat([
    Buffer.of(0xa3),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0)],
    ...[text('authData'), length, data],
  ]).toString('base64url')
}
