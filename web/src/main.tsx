import { createRoot } from 'react-dom/client';
// Mantine's styles come first, so that ours override them.
import './styles/mantine.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/tables.css';
import { Desk } from './app/desk';

const root = document.getElementById('desk');
if (root) createRoot(root).render(<Desk />);
