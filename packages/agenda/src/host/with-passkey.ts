import { failureOf, toFailure } from '@silla/widget/shared'
import type { Host } from './host.ts'

/**
 * Runs what needs a passkey that was used a short time ago (D61): when none was, the browser requests it
 * and the work runs again. Somebody who declines reads what the API has said.
 */
export async function withPasskey<T>(host: Host, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (toFailure(error).code !== 'STEP_UP_REQUIRED') throw error
    const credential = await usePasskey(host)
    if (credential === null) throw error
    await post(host, '/sesion/confirmar/', { credencial: credential })
    return work()
  }
}

interface PasskeyRequest {
  reto: string
  sitio: string
  permitir: string[]
}

/** null: the person has declined, or the browser has no passkeys. */
async function usePasskey(host: Host): Promise<object | null> {
  const { reto, sitio, permitir } = await post<PasskeyRequest>(host, '/sesion/confirmar/opciones/')
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge: reto,
      rpId: sitio,
      userVerification: 'required',
      allowCredentials: permitir.map((id) => ({ type: 'public-key', id })),
    })
    const credential = await navigator.credentials.get({ publicKey })
    return (credential as PublicKeyCredential | null)?.toJSON() ?? null
  } catch {
    return null
  }
}

/** The paths of sessions are not part of the client. */
async function post<T>(host: Host, path: string, body?: object): Promise<T> {
  const response = await fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: {
      'accept-language': host.language,
      'x-negocio': host.salon.negocio_id,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw failureOf(answer, response)
  return answer.data
}
