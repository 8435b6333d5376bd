import type { DemoBusiness } from '../demo-file.ts'
import type { Caller, ExampleApi } from './example-api.ts'

/** Accesses of support that wait for an owner, to approve, to refuse and to end (D66). */
export interface ExampleSupport {
  approved: Made
  refused: Made
  ended: Made
}

interface Made {
  id: number
}

interface Access extends Made {
  estado: string
  motivo: string
}

/** Of the examples, and of no access that the developer has requested. */
const reason = 'Reservas que se solapan'

export async function openExampleSupport(
  { send, requestSupport }: ExampleApi,
  { business, token }: { business: DemoBusiness; token: string },
): Promise<ExampleSupport> {
  const owner: Caller = { key: null, accessToken: token }
  const { items } = await send<{ items: Access[] }>(owner, { path: '/soporte/?page_size=100' })
  const own = items.filter(({ motivo }) => motivo === reason)
  // a salon has few at a time
  for (const { id } of own.filter(({ estado }) => estado === 'aprobado'))
    await send(owner, { method: 'POST', path: `/soporte/${id}/terminar/`, body: {} })
  const [approved, refused, ended] = own.filter(({ estado }) => estado === 'solicitado')
  return {
    approved: approved ?? (await request()),
    refused: refused ?? (await request()),
    ended: ended ?? (await request()),
  }

  async function request(): Promise<Made> {
    return { id: await requestSupport(business, reason) }
  }
}
