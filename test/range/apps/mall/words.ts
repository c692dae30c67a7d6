export const DEPARTMENTS = [
  'garden',
  'kitchen',
  'office',
  'bath',
  'toys',
  'books',
  'music',
  'sports',
  'lamps',
  'tools',
] as const
export const SHELVES = [
  'finder',
  'offers',
  'stock',
  'parcels',
  'reviews',
  'labels',
  'returns',
  'stores',
  'guides',
  'prices',
] as const

/** The inputs of every shelf, with the value that each starts with. */
export const INPUTS: Readonly<
  Record<(typeof SHELVES)[number], readonly (readonly [string, string])[]>
> = {
  finder: [
    ['q', 'lantern'],
    ['brand', 'Alder'],
    ['limit', '10'],
  ],
  offers: [
    ['week', '12'],
    ['back', 'finder'],
    ['colour', 'red'],
  ],
  stock: [
    ['item', '3'],
    ['place', 'north'],
    ['unit', 'piece'],
  ],
  parcels: [
    ['number', '14'],
    ['town', 'Lund'],
    ['state', 'sent'],
  ],
  reviews: [
    ['title', 'Well made'],
    ['text', 'It holds what it says'],
    ['stars', '4'],
  ],
  labels: [
    ['line', 'Fragile'],
    ['font', 'serif'],
    ['copies', '1'],
  ],
  returns: [
    ['parcel', '12'],
    ['reason', 'too small'],
    ['way', 'post'],
  ],
  stores: [
    ['near', 'Bergen'],
    ['host', 'till'],
  ],
  guides: [
    ['file', 'guide.txt'],
    ['lang', 'en'],
    ['chapter', '2'],
  ],
  prices: [
    ['least', '5'],
    ['most', '90'],
    ['order', 'name'],
  ],
}

/** Their inputs are fields of a form that is posted; those of the others stand in the address. */
export const POSTED: ReadonlySet<string> = new Set(['reviews', 'returns', 'labels', 'parcels'])
