export { searchAttributes } from '../domain/search-attributes';
