import type { Credentials } from './code-samples.ts'
import type { DemoExamples, ExampleRequest } from './examples.ts'

/** Whose credentials a request of the demo is sent with. */
export interface DemoCaller {
  as: ExampleRequest['as']
  /** Of another salon. */
  secretKey: string | undefined
}

export const credentialsOf = (demo: DemoExamples, { secretKey }: DemoCaller): Credentials => ({
  ...demo,
  ...(secretKey !== undefined && { secretKey }),
})

/** The reader sends a request with the first requirement, so that of the example comes first. */
export function demoSecurity(
  security: readonly SecurityRequirement[],
  { as, secretKey }: DemoCaller,
): SecurityRequirement[] {
  const own: SecurityRequirement = {
    guest: { clave: [] },
    customer: { clave: [], cliente: [] },
    owner: secretKey === undefined ? { claveSecreta: [] } : { claveSecretaOtra: [] },
    staff: { sesion: [] },
    anyone: {},
    processor: {},
  }[as]
  if (Object.keys(own).length === 0) return [...security]
  const others = security.filter((one) => JSON.stringify(one) !== JSON.stringify(own))
  return [own, ...others]
}

/** The schemes with the values that the reader presets; a secret key has one of its own. */
export function demoSecuritySchemes(schemes: SecuritySchemes, demo: DemoExamples): SecuritySchemes {
  const key = { type: 'apiKey', in: 'header', name: 'X-API-Key' }
  const [other] = Object.values(demo.requests).flatMap(({ secretKey }) => secretKey ?? [])
  return {
    ...schemes,
    clave: preset({ ...schemes.clave, description: 'The publishable key' }, demo.publishableKey),
    sesion: preset({ ...schemes.sesion }, demo.sessionToken),
    cliente: preset({ ...schemes.cliente }, demo.accessToken),
    claveSecreta: preset({ ...key, description: 'The secret key' }, demo.secretKey),
    ...(other !== undefined && {
      claveSecretaOtra: preset({ ...key, description: 'The secret key of another salon' }, other),
    }),
  }
}

export type SecurityRequirement = Record<string, string[]>
export type SecuritySchemes = Record<string, object>

const preset = (scheme: object, value: string) => ({ ...scheme, 'x-scalar-secret-token': value })
