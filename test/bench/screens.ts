/** What a salon's page shows, without availability. */
export const catalogueScreen = `query Catalogo {
  negocio { id nombre descripcion telefono }
  categorias { id nombre }
  servicios { items { id nombre descripcion precio precio_oferta duracion_minutos imagen_url categoria { id nombre } } }
}`

/** The booking page: also the next 31 days of each professional. */
export const wholeScreen = `query Pantalla {
  negocio { id nombre }
  servicios { items { id nombre precio duracion_minutos } }
  peluqueros { items { id nombre imagen_url dias { fecha disponible slots_libres primer_slot } } }
}`

/** The paths of the same page by REST. */
export const screenPaths = (professionalIds: readonly number[]) => [
  '/negocio/',
  '/servicios/',
  '/peluqueros/',
  ...professionalIds.map((id) => `/disponibilidad/dias/?peluquero_id=${id}`),
]
