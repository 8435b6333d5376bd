import { dataOf } from '../support/assertions.ts'
import type { ApiResponse } from '../support/client.ts'
import type { TestSalon } from '../support/salon.ts'

/** A successful request for each path of settings (D67). */
export function settingsRequests(salon: TestSalon): Record<string, () => Promise<ApiResponse>> {
  const { backend } = salon
  const path = (part: string) => `/ajustes/${part}/`
  const member = `profesionales/${salon.id('Bea')}`
  const closed = { fecha: '2031-01-06', motivo: { es: 'Reyes' } }
  let number = 0

  const requests: Record<string, () => Promise<ApiResponse>> = {
    'PUT /ajustes/negocio/': () => backend.put(path('negocio'), { facebook: 'barberia' }),
    'PUT /ajustes/reglas/': () => backend.put(path('reglas'), { reprogramaciones_maximas: 6 }),
    'PUT /ajustes/marca/': () => backend.put(path('marca'), { logo_url: '/logo.svg' }),
    'PUT /ajustes/horarios/': async () => {
      const { horarios } = dataOf(await backend.get(path('horarios')))
      return backend.put(path('horarios'), { horarios: [withoutNulls(horarios[6])] })
    },
    'GET /ajustes/festivos/': async () => {
      dataOf(await backend.post(path('festivos'), { fecha: '2031-05-01' }), 201)
      return backend.get(path('festivos'))
    },
    'POST /ajustes/festivos/': () => backend.post(path('festivos'), closed),
    'DELETE /ajustes/festivos/{fecha}/': async () => {
      dataOf(await backend.post(path('festivos'), { fecha: '2031-05-02' }), 201)
      return backend.delete(path('festivos/2031-05-02'))
    },
  }
  const byMember: Record<string, () => Promise<ApiResponse>> = {
    'GET turnos': () => backend.get(path(`${member}/turnos`)),
    'PUT turnos': async () => {
      const { turnos } = dataOf(await backend.get(path(`${member}/turnos`)))
      return backend.put(path(`${member}/turnos`), { turnos })
    },
    'GET excepciones': async () => {
      dataOf(await backend.post(path(`${member}/excepciones`), { fecha: '2031-05-01' }), 201)
      return backend.get(path(`${member}/excepciones`))
    },
    'POST excepciones': () => backend.post(path(`${member}/excepciones`), closed),
    'DELETE excepciones/{fecha}': async () => {
      dataOf(await backend.post(path(`${member}/excepciones`), { fecha: '2031-05-02' }), 201)
      return backend.delete(path(`${member}/excepciones/2031-05-02`))
    },
    'GET servicios': () => backend.get(path(`${member}/servicios`)),
    'PUT servicios': async () => {
      const { servicios } = dataOf(await backend.get(path(`${member}/servicios`)))
      return backend.put(path(`${member}/servicios`), { servicios: servicios.map(withoutNulls) })
    },
  }
  for (const [name, request] of Object.entries(byMember)) {
    const [method, part] = name.split(' ')
    requests[`${method} /ajustes/profesionales/{id}/${part}/`] = request
  }

  const categoryOf = async (tipo: string) => {
    const { items } = dataOf(await backend.get('/ajustes/categorias/?page_size=100'))
    return items.find((one: { tipo: string }) => one.tipo === tipo).id
  }
  const resource = async () =>
    dataOf(await backend.post('/ajustes/recursos/', { nombre: { es: 'Sala' } }), 201).ajuste.id
  const bodies: Record<string, () => Promise<object>> = {
    categorias: async () => ({ nombre: { es: 'Otra' } }),
    recursos: async () => ({ nombre: { es: 'Sala' } }),
    servicios: async () => ({
      nombre: { es: 'Peinado' },
      categoria_id: await categoryOf('servicio'),
      duracion_minutos: 30,
      precio: 20,
      galeria: ['/1.svg'],
      recursos_ids: [await resource()],
    }),
    profesionales: async () => ({
      nombre: `Marta ${++number}`,
      especialidades: [{ es: 'Color' }],
      galeria: ['/1.svg'],
    }),
    productos: async () => ({
      nombre: { es: 'Cera' },
      categoria_id: await categoryOf('producto'),
      precio: 9,
    }),
    paquetes: async () => ({ nombre: { es: 'Bono' }, puntos: 10, precio: 1 }),
  }
  for (const [list, body] of Object.entries(bodies)) {
    const create = async () => backend.post(path(list), await body())
    const created = async () => dataOf(await create(), 201).ajuste.id
    const one = async () => path(`${list}/${await created()}`)
    requests[`POST /ajustes/${list}/`] = create
    requests[`GET /ajustes/${list}/`] = async () => {
      await created()
      return backend.get(path(list))
    }
    requests[`GET /ajustes/${list}/{id}/`] = async () => backend.get(await one())
    requests[`PUT /ajustes/${list}/{id}/`] = async () => backend.put(await one(), { orden: 1 })
    requests[`DELETE /ajustes/${list}/{id}/`] = async () => backend.delete(await one())
  }
  return requests
}

const withoutNulls = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
