export type FigureUnit = 'money' | 'count' | 'minutes' | 'percent'

interface ReportParts {
  /** Its rows; the first one is the default of the API. */
  groups: readonly [string, ...string[]]
  /** The figure that is drawn. */
  main: string
  figures: Readonly<Record<string, FigureUnit>>
}

const periods = ['dia', 'semana', 'mes'] as const

/** The reports of the API, and their figures in the order of the columns (D76). */
export const reports = {
  caja: {
    groups: [...periods, 'peluquero', 'servicio', 'persona'],
    main: 'neto',
    figures: {
      reservas: 'money',
      pedidos: 'money',
      paquetes: 'money',
      cobrado: 'money',
      devuelto: 'money',
      disputado: 'money',
      efectivo: 'money',
      tarjeta: 'money',
      otro: 'money',
      mostrador: 'money',
      neto: 'money',
      propinas: 'money',
      descuentos: 'money',
    },
  },
  citas: {
    groups: [...periods, 'peluquero', 'servicio', 'origen'],
    main: 'citas',
    figures: {
      citas: 'count',
      pendientes: 'count',
      confirmadas: 'count',
      completadas: 'count',
      no_show: 'count',
      canceladas: 'count',
      importe: 'money',
      importe_previsto: 'money',
      descuento: 'money',
      media: 'money',
      puntos_usados: 'count',
    },
  },
  ocupacion: {
    groups: ['peluquero', ...periods],
    main: 'ocupacion',
    figures: { minutos_trabajo: 'minutes', minutos_reservados: 'minutes', ocupacion: 'percent' },
  },
  ausencias: {
    groups: [...periods, 'peluquero', 'servicio'],
    main: 'no_show',
    figures: {
      completadas: 'count',
      no_show: 'count',
      tasa_no_show: 'percent',
      canceladas_cliente: 'count',
      canceladas_negocio: 'count',
      canceladas_tarde: 'count',
      importe_perdido: 'money',
    },
  },
  clientes: {
    groups: ['mes', 'dia', 'semana', 'peluquero'],
    main: 'clientes',
    figures: { citas: 'count', clientes: 'count', nuevos: 'count', recurrentes: 'count' },
  },
  servicios: {
    groups: ['servicio', ...periods, 'peluquero'],
    main: 'realizados',
    figures: {
      realizados: 'count',
      importe: 'money',
      descuento: 'money',
      previstos: 'count',
      importe_previsto: 'money',
    },
  },
} as const satisfies Record<string, ReportParts>

export type ReportName = keyof typeof reports

export const isReport = (name: string): name is ReportName => Object.hasOwn(reports, name)
