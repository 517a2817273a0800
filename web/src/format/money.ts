import { koboOf, nairaText } from '../../../src/domain/money/amounts';

export { koboOf, nairaText };
